export { PlanReview, type PlanReviewProps } from './PlanReview.tsx';
