import type {
  ChatMessage,
  ClientMessage,
  Command,
  CommandKind,
  Gesture,
  ErrorResponse,
  ServerMessage,
  TableState,
  ViewerInfo,
} from '../protocol/messages';
import { applyEvent } from './apply-event';
import { mergeChat } from './chat';
import { currentUser } from './current-user';
import { forgetToken } from './saved-tables';

export type ConnectionStatus = 'connecting' | 'live' | 'lost' | 'gone';

/** What a connection reports besides its state. */
export interface ConnectionEvents {
  /** Something was played or taken back. */
  changed(before: TableState, now: TableState): void;
  refused(reason: string): void;
  explained(reason: string): void;
}

const INITIAL_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 4000;

/** The WebSocket connection to a table. It reconnects whenever it breaks, and keeps the latest state meanwhile. */
export class TableConnection {
  state = $state.raw<TableState>();
  viewer = $state.raw<ViewerInfo>();
  chat = $state.raw<ChatMessage[]>([]);
  status = $state<ConnectionStatus>('connecting');
  /** Why the table can't be shown, once the status is `gone`. */
  goneReason = $state('');
  /** When the server sent the clocks, on `performance.now()`. */
  clocksReceivedAt = $state(0);
  private socket: WebSocket | undefined;
  private retryDelay = INITIAL_RETRY_DELAY_MS;
  private closed = false;
  /** Whether to ask for the whole state when reconnecting, since another viewer sees another state. */
  private resync = false;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  // Not reactive, since nothing shows it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  private readonly unacknowledged = new Map<string, Command>();
  private lastId = 0;
  /** Prefix of this page's command ids, so that no other page uses the same ones. */
  private readonly idPrefix = Math.random().toString(36).slice(2, 8);

  constructor(
    readonly table: string,
    private readonly token: () => string | undefined,
    private readonly events: ConnectionEvents,
  ) {
    // Only users with a session can chat, so make sure that there is one.
    void currentUser().then(() => this.closed || this.open());
    addEventListener('online', this.retryNow);
    document.addEventListener('visibilitychange', this.retryNow);
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.retryNow);
    document.removeEventListener('visibilitychange', this.retryNow);
    clearTimeout(this.retryTimer);
    this.socket?.close();
  }

  /** Reconnects at once, with the token of now. */
  reopen(): void {
    this.resync = true;
    this.retryDelay = 0;
    this.socket?.close();
  }

  /** Sends a command, for a seat if one is given. Sends it again if the connection breaks before the server answers. */
  command(kind: CommandKind, seat?: string): void {
    const version = this.state?.version ?? 0;
    const id = `${this.idPrefix}-${(this.lastId += 1)}`;
    const command: Command = { id, version, do: kind, ...(seat ? { seat } : {}) };
    this.unacknowledged.set(id, command);
    this.send({ kind: 'command', ...command });
  }

  explain(gesture: Gesture): void {
    this.send({ kind: 'explain', id: `${this.idPrefix}-q${(this.lastId += 1)}`, gesture });
  }

  say(to: ChatMessage['to'], words: string): void {
    this.send({ kind: 'say', to, words });
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    socket.onopen = () => this.onOpen();
    socket.onmessage = (event) => this.onMessage(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.onClose();
  }

  private onOpen(): void {
    const token = this.token();
    const version = this.resync ? undefined : this.state?.version;
    this.resync = false;
    this.send({ kind: 'hello', ...(token ? { token } : {}), ...(version === undefined ? {} : { version }) });
    for (const command of this.unacknowledged.values()) this.send({ kind: 'command', ...command });
  }

  private onClose(): void {
    if (this.closed) return;
    if (this.status !== 'gone') this.status = this.state ? 'lost' : 'connecting';
    this.retryTimer = setTimeout(() => void this.retry(), this.retryDelay);
    this.retryDelay = Math.min(MAX_RETRY_DELAY_MS, this.retryDelay * 1.6);
  }

  /** Skips the retry delay when the network is back or the user returns to the page. */
  private readonly retryNow = (): void => {
    if (this.status !== 'lost' || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.retryTimer);
    void this.retry();
  };

  /** A WebSocket doesn't say why it failed to open. Before the first state, ask over HTTP whether the table exists. */
  private async retry(): Promise<void> {
    if (!this.state) {
      const response = await fetch(`/api/tables/${this.table}`, this.headers()).catch(() => undefined);
      if (response && response.status >= 400 && response.status < 500) {
        const body = (await response.json().catch(() => undefined)) as ErrorResponse | undefined;
        this.goneReason = body?.error.words ?? '';
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

  private onMessage(message: ServerMessage): void {
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
        this.viewer = message;
        if (message.seats.length === 0 && !message.owner) forgetToken(this.table);
        if (this.state) this.state = { ...this.state, you: message.seats };
        return;
      case 'chat':
        this.chat = mergeChat(this.chat, message.lines);
        return;
      case 'done':
        this.unacknowledged.delete(message.id);
        return;
      case 'refused':
        return this.onRefused(message.id, message.why.reason, message.why.words);
      case 'explained':
        if (message.why) this.events.explained(message.why.words);
        return;
      case 'closing':
        return;
    }
  }

  private show(next: TableState): void {
    const before = this.state;
    this.clocksReceivedAt = performance.now();
    this.state = next;
    this.status = 'live';
    this.retryDelay = INITIAL_RETRY_DELAY_MS;
    if (before && before.version !== next.version) this.events.changed(before, next);
  }

  private onRefused(id: string | undefined, code: string, reason: string): void {
    if (id) this.unacknowledged.delete(id);
    // The server closes the connection; the next one goes without the token.
    else if (code === 'unknown_token') return forgetToken(this.table);
    if (code === 'stale') this.send({ kind: 'look' });
    // A new view object makes the board put back a piece that was moved ahead of the answer.
    if (this.state) this.state = { ...this.state, view: { ...this.state.view } };
    this.events.refused(reason);
  }
}
