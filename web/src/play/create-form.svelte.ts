import { untrack } from 'svelte';
import { post } from '../http';
import type { CreateTableRequest, SeatSetup, View, ViewsResponse } from '../protocol/messages';
import { DEFAULT_CLOCK_NUMBERS, timeControl, type ClockKind } from './clock-form';
import { allGames, gameInfo } from './games';
import { matchingPreset, presetOptions } from './presets';

export type SeatKind = SeatSetup['kind'];

const PREVIEW_DELAY_MS = 200;
const SEAT_KINDS: readonly SeatKind[] = ['mine', 'open', 'invited', 'engine'];

/** The form that describes a new table. */
export class CreateForm {
  game = $state('');
  /** The options that were set. The others have their default values. */
  options = $state.raw<Record<string, unknown>>({});
  /** The level of the engines. */
  level = $state(3);
  clock = $state<ClockKind>('none');
  clockNumbers = $state({ ...DEFAULT_CLOCK_NUMBERS });
  /** The starting position as text; empty for the standard start. */
  start = $state('');
  listed = $state(true);
  noSpectators = $state(false);
  manualStart = $state(false);
  standIn = $state(false);
  previewError = $state('');
  private preview = $state.raw<{ game: string; view: View }>();
  /** Who plays each seat, by `game/seat`, so that every game keeps its own. */
  private readonly kinds = $state<Record<string, SeatKind>>({});

  readonly info = $derived(gameInfo(this.game));
  /** The start of the game that the form describes, as the server sees it. */
  readonly view = $derived(this.preview?.game === this.game ? this.preview.view : undefined);
  /** The options can change who plays. */
  readonly seats = $derived(this.view?.seats.map((seat) => seat.name) ?? this.info?.seats ?? []);
  readonly seatKinds = $derived(SEAT_KINDS.filter((kind) => kind !== 'engine' || this.info?.levels));
  /** The preset that the options are, if any. */
  readonly preset = $derived(this.info && matchingPreset(this.info, this.options));
  readonly hotseat = $derived(this.seats.every((seat) => this.kindOf(seat) === 'mine'));
  readonly hasEngine = $derived(this.standIn || this.seats.some((seat) => this.kindOf(seat) === 'engine'));

  constructor(requestedGame: string) {
    this.game = (gameInfo(requestedGame) ?? allGames()[0])?.name ?? '';
  }

  kindOf(seat: string): SeatKind {
    return this.kinds[`${this.game}/${seat}`] ?? (seat === this.seats[0] ? 'mine' : 'open');
  }

  setKind(seat: string, kind: SeatKind): void {
    this.kinds[`${this.game}/${seat}`] = kind;
  }

  setAllKinds(kind: SeatKind): void {
    for (const seat of this.seats) this.setKind(seat, kind);
  }

  choosePreset(name: string): void {
    const chosen = this.info?.presets.find((preset) => preset.name === name);
    if (this.info && chosen) this.options = presetOptions(this.info, chosen);
  }

  /** Loads the preview after a short delay. Returns a function that cancels it, as effects do. */
  schedulePreview(): () => void {
    const { game, options } = this;
    const study = { game, options, ...this.startField() };
    // The preview is no reason to load it again.
    const shown = untrack(() => this.preview?.game === game);
    const timer = setTimeout(
      () => {
        void post<ViewsResponse>('/api/views', { study })
          .then((response) => {
            if (game !== this.game || options !== this.options) return;
            this.preview = { game, view: response.states[0]!.view };
            this.previewError = '';
          })
          .catch((error: Error) => (this.previewError = error.message));
      },
      shown ? PREVIEW_DELAY_MS : 0,
    );
    return () => clearTimeout(timer);
  }

  request(): CreateTableRequest {
    return {
      game: this.game,
      options: this.options,
      control: timeControl(this.clock, this.clockNumbers),
      seats: Object.fromEntries(this.seats.map((seat) => [seat, this.seatSetup(seat)])),
      ...this.startField(),
      setting: {
        ...(this.listed ? {} : { by_link: true }),
        ...(this.noSpectators ? { no_watchers: true } : {}),
        ...(this.manualStart ? { owner_begins: true } : {}),
        ...(this.standIn && this.info?.stand_in ? { stand_in: this.level } : {}),
      },
    };
  }

  private seatSetup(seat: string): SeatSetup {
    const kind = this.kindOf(seat);
    return kind === 'engine' ? { kind, level: this.level } : { kind };
  }

  private startField(): { start?: string } {
    const start = this.start.trim();
    return start ? { start } : {};
  }
}
