import { createRoot } from 'react-dom/client';
import 'agent-replay-kit/styles.css';
import { Studio } from './Studio';
import { WhenBroken } from './WhenBroken';
import './studio.css';

createRoot(document.getElementById('studio') as HTMLElement).render(
  <WhenBroken>
    <Studio />
  </WhenBroken>,
);
