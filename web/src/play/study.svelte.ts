import { post } from '../http';
import { t } from '../i18n';
import type { Analysis, OutcomeNow, Study, StudyError, StudyState, Views } from '../protocol/messages';

/** One thing that was played in a study, with what could follow it: the first is the main line. */
export interface Step {
  word: string;
  notation: string;
  by: string | undefined;
  parent: Step | undefined;
  children: Step[];
}

const root = (): Step => ({ word: '', notation: '', by: undefined, parent: undefined, children: [] });

/** Where a line goes wrong and why, by the numbers that the tree of moves has. */
const faultText = (error: StudyError) => t('wrongPly', { ply: error.at + 1, action: error.action, words: error.words });

/** A game with variations that anybody can play through, without a table. */
export class StudyTree {
  game = $state('ban-chess');
  options = $state.raw<Record<string, unknown>>({});
  start = $state<string>();
  top = $state.raw(root());
  at = $state.raw(this.top);
  /** Counts changes of the tree, which is drawn anew with each. */
  changes = $state(0);
  fault = $state('');
  outcome = $state.raw<OutcomeNow>();
  private states = $state.raw(new Map<Step, StudyState>());
  private asked = new Set<Step>();

  /** Begins anew, at the start of the line or at its end. What cannot be played is told, and the line ends before it. */
  async open(study: Study, where: 'start' | 'end' = 'start'): Promise<void> {
    const views = await this.ask(study, 0);
    this.take(study, views);
    if (where === 'end') this.at = this.end();
    this.fault = views.error ? faultText(views.error) : '';
  }

  /**
   * The same for a text that somebody brought along: what can be played of it is shown at its end. Says what is wrong with the
   * rest, if anything is; where nothing of it can be played, what was there before stays.
   */
  async bring(study: Study): Promise<string> {
    const views = await this.ask(study, 0);
    if (views.error && !views.line.length && !study.start) return `${faultText(views.error)} ${t('pasteHelp')}`;
    this.take(study, views);
    this.at = this.end();
    this.fault = '';
    return views.error ? faultText(views.error) : '';
  }

  private take(study: Study, views: Views): void {
    this.game = study.game;
    this.options = study.options ?? {};
    this.start = study.start;
    this.top = root();
    this.asked.clear();
    this.outcome = views.outcome;
    let step = this.top;
    const states = new Map<Step, StudyState>();
    const line = [step];
    for (const played of views.line) {
      step = this.child(step, played.word, played.notation ?? played.word, played.by);
      line.push(step);
    }
    for (const state of views.states) {
      states.set(line[state.ply]!, state);
      this.asked.add(line[state.ply]!);
    }
    this.states = states;
    this.at = this.top;
    this.changes += 1;
  }

  private ask(study: Study, from?: number): Promise<Views> {
    return post<Views>('/api/views', { study, ...(from === undefined ? {} : { from }) });
  }

  private child(parent: Step, word: string, notation: string, by: string | undefined): Step {
    const known = parent.children.find((other) => other.word === word);
    if (known) return known;
    const step: Step = { word, notation, by, parent, children: [] };
    parent.children.push(step);
    return step;
  }

  /** The state after a step; none while it is being asked for. */
  state(step: Step): StudyState | undefined {
    const found = this.states.get(step);
    if (!found) void this.load(step);
    return found;
  }

  path(step: Step): Step[] {
    const path: Step[] = [];
    for (let now: Step | undefined = step; now?.parent; now = now.parent) path.unshift(now);
    return path;
  }

  /** What leads to a step, to be asked about. */
  study(step: Step): Study {
    const actions = this.path(step).map((one) => one.word);
    return { game: this.game, options: this.options, ...(this.start ? { start: this.start } : {}), actions };
  }

  private async load(step: Step): Promise<void> {
    if (this.asked.has(step)) return;
    this.asked.add(step);
    try {
      const views = await this.ask(this.study(step));
      const last = views.states.at(-1);
      const played = views.line.at(-1);
      if (played && step.parent) Object.assign(step, { notation: played.notation ?? played.word, by: played.by });
      if (last && !views.error) this.states = new Map(this.states).set(step, last);
      this.outcome = views.outcome;
      if (views.error) this.fault = views.error.words;
      this.changes += 1;
    } catch (error) {
      this.asked.delete(step);
      this.fault = (error as Error).message;
    }
  }

  /** Plays something after the present step. */
  play(word: string): void {
    this.fault = '';
    const before = this.state(this.at);
    const who = before?.view.turn.who;
    const label = before?.view.choices.find((choice) => choice.text === word)?.label ?? word;
    this.at = this.child(this.at, word, label, who === 'chance' ? undefined : who);
    this.changes += 1;
  }

  go(step: Step | undefined): void {
    if (!step) return;
    this.fault = '';
    this.at = step;
  }

  /** Forgets a step and all that follows it. */
  cut(step: Step): void {
    const { parent } = step;
    if (!parent) return;
    parent.children = parent.children.filter((other) => other !== step);
    this.at = parent;
    this.changes += 1;
  }

  /** The last step of the main line. */
  end(): Step {
    let step = this.top;
    while (step.children[0]) step = step.children[0];
    return step;
  }

  analyse(step: Step, lines: number, time: number): Promise<Analysis> {
    return post<Analysis>('/api/analysis', { study: this.study(step), lines, time });
  }
}
