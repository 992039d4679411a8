import type { ChatLine, ClientMessage, Command, Deed, Gesture, HttpFault, ServerMessage, TableState, You } from '../protocol/messages';
import { applyEvent } from './apply-event';
import { me } from './current-user';
import { forgetToken } from './saved-tables';

/** How the connection is. */
export type Status = 'connecting' | 'live' | 'lost' | 'gone';

/** What a link tells besides its state. */
export interface ConnectionEvents {
  /** Something was played or taken back. */
  changed(before: TableState, now: TableState): void;
  refused(words: string): void;
  explained(words: string): void;
}

const INITIAL_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 4000;

/** A socket to a table that is opened again whenever it breaks, with the state it has shown. */
export class TableConnection {
  state = $state.raw<TableState>();
  you = $state.raw<You>();
  chat = $state.raw<ChatLine[]>([]);
  status = $state<Status>('connecting');
  /** Why there is nothing to be seen here. */
  gone = $state('');
  /** When the clocks were told, on this machine's clock. */
  told = $state(0);
  private socket: WebSocket | undefined;
  private wait = INITIAL_RETRY_DELAY_MS;
  private closed = false;
  /** Whether the whole state is wanted, for other eyes. */
  private anew = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<string, Command>();
  private next = 0;
  /** Ids of this page's commands begin with it, so that no other page's are the same. */
  private readonly prefix = Math.random().toString(36).slice(2, 8);

  constructor(
    readonly table: string,
    private readonly token: () => string | undefined,
    private readonly events: ConnectionEvents,
  ) {
    // Only who is known to the server can speak at a table.
    void me().then(() => this.closed || this.open());
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Connects anew, as somebody else perhaps. */
  reopen(): void {
    this.anew = true;
    this.wait = 0;
    this.socket?.close();
  }

  /** Does something for a seat. It is sent again if the connection breaks before it is answered. */
  do(deed: Deed, seat?: string): void {
    const version = this.state?.version ?? 0;
    const id = `${this.prefix}-${(this.next += 1)}`;
    const command: Command = { id, version, do: deed, ...(seat ? { seat } : {}) };
    this.waiting.set(id, command);
    this.send({ kind: 'command', ...command });
  }

  explain(gesture: Gesture): void {
    this.send({ kind: 'explain', id: `${this.prefix}-q${(this.next += 1)}`, gesture });
  }

  say(to: ChatLine['to'], words: string): void {
    this.send({ kind: 'say', to, words });
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.broke();
  }

  private hello(): void {
    const token = this.token();
    const version = this.anew ? undefined : this.state?.version;
    this.anew = false;
    this.send({ kind: 'hello', ...(token ? { token } : {}), ...(version === undefined ? {} : { version }) });
    for (const command of this.waiting.values()) this.send({ kind: 'command', ...command });
  }

  private broke(): void {
    if (this.closed) return;
    if (this.status !== 'gone') this.status = this.state ? 'lost' : 'connecting';
    this.timer = setTimeout(() => void this.retry(), this.wait);
    this.wait = Math.min(MAX_RETRY_DELAY_MS, this.wait * 1.6);
  }

  /** Somebody looks again, or the network is back: there is no reason to wait any longer. */
  private readonly hurry = (): void => {
    if (this.status !== 'lost' || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    void this.retry();
  };

  /** A socket does not say why it was not opened: before the first state, ask whether there is such a table. */
  private async retry(): Promise<void> {
    if (!this.state) {
      const answer = await fetch(`/api/tables/${this.table}`, this.headers()).catch(() => undefined);
      if (answer && answer.status >= 400 && answer.status < 500) {
        const fault = (await answer.json().catch(() => undefined)) as HttpFault | undefined;
        this.gone = fault?.error.words ?? '';
        this.status = 'gone';
        return;
      }
    }
    if (!this.closed) this.open();
  }

  private headers(): RequestInit {
    const token = this.token();
    return token ? { headers: { authorization: `Bearer ${token}` } } : {};
  }

  private hear(message: ServerMessage): void {
    switch (message.kind) {
      case 'state':
        return this.show(message);
      case 'event': {
        const next = this.state && applyEvent(this.state, message);
        if (next) this.show(next);
        else this.send({ kind: 'look' });
        return;
      }
      case 'seats':
        if (this.state) this.state = { ...this.state, seats: message.seats };
        return;
      case 'you':
        this.you = message;
        if (message.seats.length === 0 && !message.owner) forgetToken(this.table);
        if (this.state) this.state = { ...this.state, you: message.seats };
        return;
      case 'chat':
        return this.heard(message.lines);
      case 'done':
        this.waiting.delete(message.id);
        return;
      case 'refused':
        return this.wasRefused(message.id, message.why.reason, message.why.words);
      case 'explained':
        if (message.why) this.events.explained(message.why.words);
        return;
      case 'closing':
        return;
    }
  }

  /** After coming back the server tells again what was said before. */
  private heard(lines: ChatLine[]): void {
    const key = (line: ChatLine) => `${line.at}/${line.person}/${line.words}`;
    const known = new Map([...this.chat, ...lines].map((line) => [key(line), line]));
    this.chat = [...known.values()];
  }

  private show(next: TableState): void {
    const before = this.state;
    this.told = performance.now();
    this.state = next;
    this.status = 'live';
    this.wait = INITIAL_RETRY_DELAY_MS;
    if (before && before.version !== next.version) this.events.changed(before, next);
  }

  private wasRefused(id: string | undefined, reason: string, words: string): void {
    if (id) this.waiting.delete(id);
    // The server hangs up now; we come back as who we are without it.
    else if (reason === 'unknown_token') return forgetToken(this.table);
    if (reason === 'stale') this.send({ kind: 'look' });
    // Drawn anew: what the hand tried to do goes back.
    if (this.state) this.state = { ...this.state, view: { ...this.state.view } };
    this.events.refused(words);
  }
}
