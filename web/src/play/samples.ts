import { get } from '../http';
import type { SampleGame, View } from '../protocol/messages';
import { applyDelta } from './apply-event';

let loading: Promise<Map<string, View[]>> | undefined;

/** The positions of a short game of each kind, by the name of the game. */
export function loadSamples(): Promise<Map<string, View[]>> {
  loading ??= get<SampleGame[]>('/api/samples')
    .then((samples) => new Map(samples.map((sample) => [sample.game, viewsOf(sample)])))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

function viewsOf({ first, changes }: SampleGame): View[] {
  const views = [first];
  for (const change of changes) views.push(applyDelta(views.at(-1)!, change));
  return views;
}
