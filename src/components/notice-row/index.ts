export { IdleRow, type IdleRowProps } from './IdleRow.tsx';
export { NoticeRow, type NoticeRowProps } from './NoticeRow.tsx';
