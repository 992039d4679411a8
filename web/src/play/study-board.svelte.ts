import { buttonChoices } from '../board/gestures';
import { post } from '../http';
import type { ExplainResponse, Gesture, StudyState } from '../protocol/messages';
import { StudyTree } from './study.svelte';

/** A study with the board that shows it. Create it while a component is initialised. */
export class StudyBoard {
  readonly study = new StudyTree();
  /** The shown position. It stays on the board until the next one is loaded. */
  latest = $state.raw<StudyState>();
  /** Why the last gesture is not legal. */
  message = $state('');
  readonly view = $derived(this.latest?.view);
  readonly buttons = $derived(buttonChoices(this.view?.choices ?? []));

  constructor() {
    $effect(() => {
      const state = this.study.state(this.study.current);
      if (state) this.latest = state;
    });
  }

  play(word: string): void {
    this.message = '';
    this.study.play(word);
  }

  async explain(gesture: Gesture): Promise<void> {
    const response = await post<ExplainResponse>('/api/explanations', {
      study: this.study.study(this.study.current),
      gesture,
    }).catch(() => undefined);
    this.message = response?.why?.words ?? '';
    // A new view object makes the board put the piece back.
    if (this.latest) this.latest = { ...this.latest, view: { ...this.latest.view } };
  }
}
