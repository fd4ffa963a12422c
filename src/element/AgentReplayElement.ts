import type { ReplayRouter } from '../components/index.ts';
import type { Replay, SessionMs } from '../replay/index.ts';
import type { Note } from '../session/index.ts';
import { errorText } from '../session/text/errorText.ts';
import type { drawReplay } from './ElementReplay.tsx';
import { type ElementLanguage, elementWords } from './elementWords.ts';

/** Where a replay is. */
export interface AgentReplayMoment {
  /** Milliseconds since the session's start. */
  readonly at: number;
  /** Id of the last item reached; undefined before the first. */
  readonly item: string | undefined;
}

/** The events of an element; none of them bubbles. */
export interface AgentReplayEvents {
  /** The whole session is there, and the element has gone to `at`. */
  load: CustomEvent<undefined>;
  /** Nothing can be shown; `message` says why, as the element does. */
  error: CustomEvent<{ readonly message: string }>;
  play: CustomEvent<undefined>;
  pause: CustomEvent<undefined>;
  /** Another item was reached, by playing or by the reader. */
  moment: CustomEvent<AgentReplayMoment>;
  /** The reader added, changed or removed a note; all notes, for a host that keeps them. */
  notes: CustomEvent<{ readonly notes: readonly Note[] }>;
}

/** The parameter by which a link names the element it was copied from, among those of a `ReplayLink`. */
const linkedElement = 'element';

const attributes = ['src', 'abridged', 'notes', 'poster', 'at', 'theme', 'language'] as const;

/** How far outside the window an element begins to load. */
const nearby = '400px';

/** Servers import this module too, and have no elements. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

let sheet: CSSStyleSheet | undefined;

/**
 * `<agent-replay src>`: a session replayed on any page, without React there. It stands in a shadow root, so that neither page nor replay
 * changes the other's look; `--ark-*` properties and the size set on the element reach in.
 *
 * Attributes: `src`, address of a session in STD-001 JSON; `abridged`, address of its abridged copy; `notes`, address of
 * a file of notes on it (`*.notes.json`), or empty for a replay that begins without any but takes them; `poster`, an image, or `brief` for the
 * session's summary, shown until the reader opens the replay; `at`, where to begin: `1:12:19`, or a link such as `t=1:12:19&item=tool-060`;
 * `theme`, `light` or `dark` (default: as the reader's system); `language`, `en` or `zh` (default: that of the page, else the reader's).
 * Events: {@link AgentReplayEvents}. The session is loaded once the element comes near the window, or with an image once it is opened.
 */
export class AgentReplayElement extends Base {
  static readonly observedAttributes: readonly string[] = attributes;

  #mount: HTMLElement | undefined;
  #drawing: ReturnType<typeof drawReplay> | undefined;
  #observer: IntersectionObserver | undefined;
  #near = false;
  #opened = false;
  #focusWanted = false;
  #playWanted = false;
  #replay: Replay | undefined;
  #unsubscribe: (() => void) | undefined;
  /** The link to where the reader is; undefined until there was one. */
  #link: string | undefined;
  readonly #followers = new Set<() => void>();

  get src(): string {
    return this.getAttribute('src') ?? '';
  }
  set src(address: string) {
    this.setAttribute('src', address);
  }

  /** The replay's store, for hosts that want more than this element offers; undefined until the session is there. */
  get replay(): Replay | undefined {
    return this.#replay;
  }

  /** Where the replay is; undefined until the session is there. */
  get moment(): AgentReplayMoment | undefined {
    return this.#replay && momentOf(this.#replay);
  }

  /** Opens the replay and plays; where the session is still to come, as soon as it is there. */
  play(): void {
    this.#playWanted = true;
    this.open();
    this.#playIfWanted();
  }

  pause(): void {
    this.#playWanted = false;
    this.#replay?.pause();
  }

  /** Opens the replay and goes to a moment: milliseconds since the start, or what `at` takes. */
  seek(moment: number | string): void {
    this.#goTo(typeof moment === 'number' ? `t=${moment}` : linkTo(moment));
    this.open();
  }

  /** Puts the replay in the poster's place, and loads it if it is not there yet. */
  open(): void {
    this.#opened = true;
    this.#near = true;
    this.#draw();
  }

  connectedCallback(): void {
    const { ownerDocument } = this;
    this.#adopt();
    ownerDocument.defaultView?.addEventListener('hashchange', this.#followAddress);
    this.#followAddress();
    if (this.#near) {
      this.#draw();
      return;
    }
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#observer?.disconnect();
        this.#near = true;
        this.#draw();
      },
      { rootMargin: nearby },
    );
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
    this.ownerDocument.defaultView?.removeEventListener('hashchange', this.#followAddress);
    // An element that is only moved is connected again at once, and goes on as it was.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(name: (typeof attributes)[number], before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === 'src') {
      this.#link = undefined;
      this.#opened = false;
      this.#leaveReplay();
    }
    if (name === 'at' && now !== null) this.#goTo(linkTo(now));
    if (this.isConnected && this.#near) this.#draw();
  }

  #adopt(): void {
    if (this.#mount !== undefined) return;
    const root = this.attachShadow({ mode: 'open' });
    if (sheet !== undefined) root.adoptedStyleSheets = [sheet];
    this.#mount = root.appendChild(this.ownerDocument.createElement('div'));
    this.#mount.style.display = 'contents';
  }

  get #language(): ElementLanguage {
    const around = this.parentElement?.closest('[lang]')?.getAttribute('lang');
    return (this.getAttribute('language') ?? around ?? navigator.language).startsWith('zh') ? 'zh' : 'en';
  }

  #draw(): void {
    const poster = this.getAttribute('poster') ?? '';
    if (!this.isConnected || this.#mount === undefined) return;
    if (!this.#opened && poster !== '' && poster !== 'brief') {
      this.#drawPoster(poster);
      return;
    }
    this.#drawReplay().catch((reason: unknown) => {
      const message = errorText(reason);
      const said = this.ownerDocument.createElement('p');
      said.className = 'ark ark-element__said';
      said.setAttribute('role', 'alert');
      said.textContent = `${elementWords[this.#language].failed} ${message}`;
      this.#mount?.replaceChildren(said);
      this.#onFailure(message);
    });
  }

  async #drawReplay(): Promise<void> {
    const { drawReplay } = await import('./ElementReplay.tsx');
    const mount = this.#mount;
    if (!this.isConnected || mount === undefined) return;
    if (this.#drawing === undefined) {
      mount.replaceChildren();
      this.#drawing = drawReplay(mount);
    }
    this.#drawing.draw({
      src: this.src,
      abridged: this.getAttribute('abridged') ?? undefined,
      notes: this.getAttribute('notes') ?? undefined,
      language: this.#language,
      brief: !this.#opened && this.getAttribute('poster') === 'brief',
      takesFocus: this.#focusWanted,
      onOpen: this.#onOpen,
      onReplay: this.#onReplay,
      routerOf: this.#routerOf,
      onFailure: this.#onFailure,
      onNotes: this.#onNotes,
    });
  }

  #drawPoster(address: string): void {
    const { ownerDocument } = this;
    const frame = Object.assign(ownerDocument.createElement('div'), { className: 'ark ark-element' });
    const button = Object.assign(ownerDocument.createElement('button'), {
      className: 'ark-element__poster',
      type: 'button',
      onclick: this.#onOpen,
    });
    const picture = Object.assign(ownerDocument.createElement('img'), { alt: '', src: address });
    const label = Object.assign(ownerDocument.createElement('span'), { className: 'ark-element__open' });
    label.textContent = elementWords[this.#language].open;
    label.lang = this.#language === 'zh' ? 'zh-CN' : 'en';
    button.append(picture, label);
    frame.append(button);
    this.#mount?.replaceChildren(frame);
  }

  readonly #onOpen = (): void => {
    this.#focusWanted = true;
    this.open();
  };

  readonly #onFailure = (message: string): void => {
    this.#send('error', { message });
  };

  readonly #onNotes = (notes: readonly Note[]): void => {
    this.#send('notes', { notes });
  };

  readonly #onReplay = (replay: Replay): void => {
    if (this.#replay === replay) return;
    this.#leaveReplay();
    this.#replay = replay;
    let before = { status: replay.getState().status, item: replay.getState().position.item };
    this.#unsubscribe = replay.subscribe(() => {
      const { status, position } = replay.getState();
      const last = before;
      before = { status, item: position.item };
      if ((status === 'playing') !== (last.status === 'playing')) this.#send(status === 'playing' ? 'play' : 'pause');
      if (position.item !== last.item) this.#send('moment', momentOf(replay));
    });
    // By then the replay has followed its link.
    queueMicrotask(() => {
      this.#send('load');
      this.#playIfWanted();
    });
  };

  #playIfWanted(): void {
    if (!this.#playWanted || this.#replay === undefined) return;
    this.#playWanted = false;
    this.#replay.play();
  }

  #leaveReplay(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#replay = undefined;
  }

  /** Frees everything; where the reader was is kept for when the element comes back. */
  #end(): void {
    const { moment } = this;
    if (moment !== undefined) {
      const link = new URLSearchParams(this.#link ?? '');
      link.set('t', String(Math.round(moment.at)));
      if (moment.item !== undefined) link.set('item', moment.item);
      this.#link = link.toString();
    }
    this.#leaveReplay();
    this.#drawing?.end();
    this.#drawing = undefined;
    this.#near = false;
    this.#focusWanted = false;
    this.#mount?.replaceChildren();
  }

  #goTo(link: string): void {
    this.#link = link;
    for (const follow of this.#followers) follow();
  }

  /** Goes where the page's address leads, if its link was copied from this element. */
  readonly #followAddress = (): void => {
    const link = this.ownerDocument.defaultView?.location.hash.slice(1) ?? '';
    if (new URLSearchParams(link).get(linkedElement) !== this.#name) return;
    this.#goTo(link);
    this.open();
    this.scrollIntoView({ block: 'nearest' });
  };

  /** By what a link knows this element among those of its page. */
  get #name(): string {
    return this.id === '' ? this.src : this.id;
  }

  /** The element keeps its link to itself: the page's address belongs to the page, and is only read. A copied link leads to the page. */
  readonly #routerOf = (session: string): ReplayRouter => ({
    read: () => {
      const link = new URLSearchParams(this.#link ?? linkTo(this.getAttribute('at') ?? ''));
      if ([...link].length > 0 && !link.has('session')) link.set('session', session);
      return link.toString();
    },
    write: (link) => {
      this.#link = link;
      const address = new URL(this.ownerDocument.URL);
      const named = new URLSearchParams(link);
      named.set(linkedElement, this.#name);
      address.hash = named.toString();
      return address.href;
    },
    subscribe: (listener) => {
      this.#followers.add(listener);
      return () => this.#followers.delete(listener);
    },
  });

  #send<Name extends keyof AgentReplayEvents>(
    name: Name,
    ...[detail]: AgentReplayEvents[Name]['detail'] extends undefined ? [] : [AgentReplayEvents[Name]['detail']]
  ): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** A link out of what `at` takes: a link, or a moment. */
function linkTo(at: string): string {
  return at === '' || at.includes('=') ? at : `t=${at}`;
}

function momentOf(replay: Replay): AgentReplayMoment {
  const { at, item }: { at: SessionMs; item: number } = replay.position();
  return { at, item: replay.getState().index.items[item]?.id };
}

/**
 * Makes `<agent-replay>` known to the page, once; a server, which has no elements, is left alone.
 *
 * @param styles The style sheet for its shadow root.
 */
export function defineAgentReplay(styles: string): void {
  if (typeof customElements === 'undefined' || customElements.get('agent-replay') !== undefined) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  customElements.define('agent-replay', AgentReplayElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'agent-replay': AgentReplayElement;
  }
}
