import { SvelteMap } from 'svelte/reactivity';
import { post } from '../http';
import { t } from '../i18n';
import type {
  AnalysisRequest,
  GameOutcome,
  PlayedStep,
  SearchReport,
  Study,
  StudyError,
  StudyState,
  ViewsResponse,
} from '../protocol/messages';

/** A step in the variation tree. The first child continues the main line. */
export interface StudyNode extends PlayedStep {
  parent: StudyNode | undefined;
  children: StudyNode[];
}

const newRoot = (): StudyNode => ({ kind: 'acted', word: '', parent: undefined, children: [] });

/** Which action is illegal and why, numbered as in the variation tree. */
const errorText = (error: StudyError) =>
  t('wrongMove', { ply: error.at + 1, action: error.action, words: error.words });

/** A game with variations, played through without a table. The server plays the moves and returns the positions. */
export class StudyTree {
  game = $state('');
  options = $state.raw<Record<string, unknown>>({});
  start = $state<string>();
  root = $state.raw(newRoot());
  current = $state.raw(this.root);
  /** Increases with each change of the tree, whose nodes are not reactive themselves. */
  changes = $state(0);
  error = $state('');
  outcome = $state.raw<GameOutcome>();
  private readonly states = new SvelteMap<StudyNode, StudyState>();
  // Not reactive, since derived values request positions and must not change state.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  private readonly requested = new Set<StudyNode>();

  /** Opens a study at the start or end of its line. It stops before the first illegal action, which `error` names. */
  async open(study: Study, where: 'start' | 'end' = 'start'): Promise<void> {
    const views = await this.fetchViews(study, 0);
    this.replace(study, views);
    if (where === 'end') this.current = this.end();
    this.error = views.error ? errorText(views.error) : '';
  }

  private replace(study: Study, views: ViewsResponse): void {
    this.game = study.game;
    this.options = study.options ?? {};
    this.start = study.start;
    this.root = newRoot();
    this.requested.clear();
    this.states.clear();
    this.outcome = views.outcome;
    let node = this.root;
    const line = [node];
    for (const step of views.line) {
      node = this.child(node, step);
      line.push(node);
    }
    for (const state of views.states) {
      this.states.set(line[state.ply]!, state);
      this.requested.add(line[state.ply]!);
    }
    this.current = this.root;
    this.changes += 1;
  }

  private fetchViews(study: Study, from?: number): Promise<ViewsResponse> {
    return post<ViewsResponse>('/api/views', { study, ...(from === undefined ? {} : { from }) });
  }

  private child(parent: StudyNode, step: PlayedStep): StudyNode {
    const existing = parent.children.find((other) => other.word === step.word);
    if (existing) return existing;
    const node: StudyNode = { ...step, parent, children: [] };
    parent.children.push(node);
    return node;
  }

  /** The state after a node; undefined while it is loading. */
  state(node: StudyNode): StudyState | undefined {
    const state = this.states.get(node);
    // Without a game, no study has been opened yet.
    if (!state && this.game) void this.load(node);
    return state;
  }

  path(node: StudyNode): StudyNode[] {
    const path: StudyNode[] = [];
    for (let one: StudyNode | undefined = node; one?.parent; one = one.parent) path.unshift(one);
    return path;
  }

  /** The line that leads to a node, as the server expects it. */
  study(node: StudyNode): Study {
    const actions = this.path(node).map((one) => one.word);
    return { game: this.game, options: this.options, ...(this.start ? { start: this.start } : {}), actions };
  }

  private async load(node: StudyNode): Promise<void> {
    if (this.requested.has(node)) return;
    this.requested.add(node);
    try {
      const views = await this.fetchViews(this.study(node));
      const last = views.states.at(-1);
      const step = views.line.at(-1);
      if (step && node.parent) Object.assign(node, step);
      if (last && !views.error) this.states.set(node, last);
      this.outcome = views.outcome;
      if (views.error) this.error = views.error.words;
      this.changes += 1;
    } catch (error) {
      this.requested.delete(node);
      this.error = (error as Error).message;
    }
  }

  /** Plays an action after the current node. */
  play(word: string): void {
    this.error = '';
    this.current = this.child(this.current, this.expectedStep(word));
    this.changes += 1;
  }

  /** A step as the page shows it until the server has played it. */
  private expectedStep(word: string): PlayedStep {
    const view = this.state(this.current)?.view;
    if (!view || view.turn.who === 'chance') return { kind: 'revealed', word };
    const notation = view.choices.find((choice) => choice.text === word)?.label ?? word;
    const { who, phase } = view.turn;
    return { kind: 'acted', word, notation, by: who, ...(phase === 'move' ? {} : { phase }) };
  }

  go(node: StudyNode | undefined): void {
    if (!node) return;
    this.error = '';
    this.current = node;
  }

  /** Deletes a node and everything after it. */
  delete(node: StudyNode): void {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((other) => other !== node);
    this.current = parent;
    this.changes += 1;
  }

  /** The last node of the main line. */
  end(): StudyNode {
    let node = this.root;
    while (node.children[0]) node = node.children[0];
    return node;
  }

  analyse(node: StudyNode, lines: number, time: number): Promise<SearchReport> {
    const request: AnalysisRequest = { study: this.study(node), lines, time };
    return post<SearchReport>('/api/analysis', request);
  }
}
