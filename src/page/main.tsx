import './withoutEval.ts';
import { defineAgentReplay } from '../element/internal.ts';
import { type PageData, pageDataId } from '../export/index.ts';
import { showPage } from './showPage.tsx';
import '../components/styles.css';
import '../element/element.css';
import './page.css';

/** Set around this script where it serves pages of others; `elementScript` writes it. */
declare const agentReplayStyle: string | undefined;

if (typeof agentReplayStyle === 'string') defineAgentReplay(agentReplayStyle);
else showPage(JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData);
