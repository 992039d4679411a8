import { buttonChoices, choiceOfText, matchingChoices } from '../board/gestures';
import { post } from '../http';
import type { Choice, Gesture, JoinResponse, SeatState, TableState } from '../protocol/messages';
import { navigate, queryParameter } from '../router.svelte';
import { settings } from '../settings.svelte';
import { t } from '../i18n';
import { actingSeat } from './acting-seat';
import { announce } from './announce';
import { TableConnection } from './connection.svelte';
import { randomEntropy } from './create-table';
import { gameTitle } from './games';
import { GameHistory } from './history.svelte';
import { inactiveMessage } from './inactive-player';
import { notifyTurn } from './notification';
import { saveTable, seatToken } from './saved-tables';
import { playSound, soundsOf } from './sound';

const MESSAGE_MS = 5000;

/**
 * This page at a table: its connection, the position on its board, and the move being entered. Create it while a
 * component is initialised; it ends with the component.
 */
export class TableSession {
  readonly connection: TableConnection;
  /** The earlier ply on the board; undefined for the latest position. */
  viewedPly = $state<number>();
  premove = $state.raw<Gesture>();
  /** The move that waits for the player's confirmation. */
  confirming = $state.raw<Choice>();
  /** Counts refused actions. Each makes the board draw the pieces where they are. */
  refusals = $state(0);
  message = $state('');
  /** The last moves, for screen readers. */
  announcement = $state('');
  private messageTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly history = new GameHistory();
  /** The next table as of the previous state. */
  private knownNext: string | undefined;

  readonly game = $derived.by(() => this.connection.state);
  /** The position on the board. */
  readonly shown = $derived.by(() => {
    if (!this.game || this.viewedPly === undefined) return this.game?.view;
    return this.history.at(this.game, this.viewedPly) ?? this.game.view;
  });
  readonly mySeats = $derived(this.game?.you ?? []);
  /** The seat that buttons act for. */
  readonly seat = $derived(this.game && actingSeat(this.game.view, this.mySeats));
  readonly isHost = $derived.by(() => this.connection.viewer?.owner ?? false);
  readonly waiting = $derived(this.game?.now.phase === 'waiting');
  readonly playing = $derived(this.game?.now.phase === 'playing');
  readonly myTurn = $derived(
    !!this.game && this.playing && this.mySeats.includes(this.game.view.turn.who) && this.game.view.choices.length > 0,
  );
  readonly buttons = $derived(this.viewedPly === undefined ? buttonChoices(this.game?.view.choices ?? []) : []);
  /** For a player who can't act any more. */
  readonly inactive = $derived(this.game && this.playing ? inactiveMessage(this.game.view, this.mySeats) : undefined);
  private readonly invite = $derived(queryParameter('invite'));
  /** Whether the viewer followed an invite and has no seat yet. */
  readonly invited = $derived(!!this.invite && this.waiting && this.mySeats.length === 0);

  constructor(readonly table: string) {
    this.connection = new TableConnection(table, () => seatToken(table), {
      changed: (before, next) => this.onChanged(before, next),
      refused: (reason) => this.showMessage(reason),
      explained: (reason) => this.showMessage(reason),
    });
    $effect(() => this.rememberTable());
    $effect(() => this.playPremove());
    $effect(() => this.followRematch());
    $effect(() => () => this.close());
  }

  /** Plays a choice, after the player has confirmed it if the settings say so. */
  choose(choice: Choice): void {
    if (settings.confirm && !this.confirming) {
      this.confirming = choice;
      return;
    }
    this.confirming = undefined;
    this.message = '';
    this.connection.command({ act: choice.text });
  }

  cancelMove(): void {
    this.confirming = undefined;
    this.refusals += 1;
  }

  /** Plays a move that the player typed. The server explains one that is not legal. */
  enterText(text: string): void {
    const choice = choiceOfText(this.game?.view.choices ?? [], text);
    if (choice) this.choose(choice);
    else if (text.trim()) this.connection.command({ act: text.trim() });
  }

  canSit({ sitter }: SeatState): boolean {
    return this.waiting && (sitter.kind === 'open' || (sitter.kind === 'invited' && this.invite !== undefined));
  }

  /** Takes a seat, or moves to it from another one. */
  async sit(where: string): Promise<void> {
    if (this.mySeats.length) return this.connection.command({ sit: where }, this.seat);
    try {
      const token = seatToken(this.table);
      const joined = await post<JoinResponse>(`/api/tables/${this.table}/join`, {
        seat: where,
        ...(settings.name ? { name: settings.name } : {}),
        ...(token ? { token } : {}),
        ...(this.invite ? { invite: this.invite } : {}),
        ...(this.game?.now.fairness ? { entropy: randomEntropy() } : {}),
      });
      saveTable(this.table, { game: this.game!.game, token: joined.token });
      this.connection.reopen();
    } catch (error) {
      this.showMessage((error as Error).message);
    }
  }

  /** Opens the table that follows this one. Seats and token stay the same. */
  openNextTable({ game, now }: TableState): void {
    if (!now.next) return;
    saveTable(now.next, { game, token: seatToken(this.table) ?? '' });
    navigate(`/table/${now.next}`);
  }

  private showMessage(text: string): void {
    this.message = text;
    this.refusals += 1;
    clearTimeout(this.messageTimer);
    this.messageTimer = setTimeout(() => (this.message = ''), MESSAGE_MS);
  }

  private onChanged(before: TableState, next: TableState): void {
    const steps = next.line.slice(Math.min(before.line.length, next.line.length));
    this.announcement = announce(steps, next);
    if (this.viewedPly !== undefined && next.line.length < this.viewedPly) this.viewedPly = undefined;
    if (settings.sounds) soundsOf(before, next).forEach(playSound);
  }

  private rememberTable(): void {
    if (!this.game) return;
    saveTable(this.table, { game: this.game.game, over: this.game.now.phase === 'over' });
    notifyTurn(this.myTurn ? gameTitle(this.game.game) : undefined);
  }

  /** Plays the premove if it is legal when the turn comes, and drops it if not. */
  private playPremove(): void {
    if (!this.game || !this.myTurn || !this.premove) return;
    const [choice] = matchingChoices(this.game.view.choices, this.premove);
    this.premove = undefined;
    if (choice) this.connection.command({ act: choice.text });
    else this.showMessage(t('premoveCancelled'));
  }

  /** Takes the players to the next table when a rematch is agreed or the host creates a new table. */
  private followRematch(): void {
    if (!this.game) return;
    const next = this.game.now.next ?? '';
    const isNew = this.knownNext !== undefined && next !== this.knownNext && next !== '';
    this.knownNext = next;
    if (isNew && this.mySeats.length) this.openNextTable(this.game);
  }

  private close(): void {
    clearTimeout(this.messageTimer);
    this.connection.close();
    notifyTurn(undefined);
  }
}
