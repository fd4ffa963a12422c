import { createRoot } from 'react-dom/client';
import 'agent-replay-kit/styles.css';
import { Studio } from './Studio';
import './studio.css';

createRoot(document.getElementById('studio') as HTMLElement).render(<Studio />);
