import type { TableState } from '../protocol/messages';

let context: AudioContext | undefined;

/** Plays a tone: frequency in hertz, delay and duration in seconds. */
function tone(
  frequency: number,
  delay: number,
  duration: number,
  shape: OscillatorType = 'triangle',
  gain = 0.16,
): void {
  if (!context) return;
  const start = context.currentTime + delay;
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.type = shape;
  source.frequency.setValueAtTime(frequency, start);
  volume.gain.setValueAtTime(gain, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + duration);
}

const SOUNDS = {
  move: () => tone(240, 0, 0.07, 'triangle', 0.3),
  capture: () => {
    tone(190, 0, 0.09, 'square', 0.12);
    tone(130, 0.03, 0.1, 'triangle', 0.3);
  },
  ban: () => {
    tone(330, 0, 0.08, 'sawtooth', 0.07);
    tone(220, 0.07, 0.12, 'sawtooth', 0.07);
  },
  flip: () => {
    tone(520, 0, 0.05);
    tone(780, 0.05, 0.07);
  },
  check: () => {
    tone(660, 0, 0.09);
    tone(660, 0.12, 0.12);
  },
  turn: () => {
    tone(587, 0, 0.1);
    tone(880, 0.1, 0.18);
  },
  end: () => {
    tone(523, 0, 0.16);
    tone(659, 0.14, 0.16);
    tone(784, 0.28, 0.35);
  },
};

export type Sound = keyof typeof SOUNDS;

/** The sounds of what happened between two states of a table. */
export function soundsOf(before: TableState, next: TableState): Sound[] {
  if (next.now.phase === 'over') return ['end'];
  if (next.view.marks.some((mark) => mark.kind === 'check')) return ['check'];
  if (before.view.turn.phase === 'ban') return ['ban'];
  const isNew = next.line.length > before.line.length;
  if ((isNew && next.line.at(-1)?.kind === 'revealed') || before.view.turn.phase === 'reveal') return ['flip'];
  const isMyTurn = next.you.includes(next.view.turn.who);
  return [
    next.view.men.length < before.view.men.length ? 'capture' : 'move',
    ...(isMyTurn && document.hidden ? (['turn'] as const) : []),
  ];
}

/** Plays a sound. Browsers allow it only after the user's first interaction with the page. */
export function playSound(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    SOUNDS[sound]();
  } catch {
    // The page works without sound.
  }
}
