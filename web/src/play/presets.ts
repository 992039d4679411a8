import type { GameInfo, PresetInfo } from '../protocol/messages';

type Options = Record<string, unknown>;

/** All options of a preset. */
const completeOptions = (info: GameInfo, preset: PresetInfo): Options => ({ ...info.options, ...preset.options });

const sameOptions = (a: Options, b: Options) => Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]);

/** The preset that these options are, if any. Missing options have their default values. */
export function matchingPreset(info: GameInfo, options: Options): PresetInfo | undefined {
  const complete = { ...info.options, ...options };
  return info.presets.find((preset) => sameOptions(completeOptions(info, preset), complete));
}

/** The options in which a preset differs from the defaults. */
export function presetOptions(info: GameInfo, preset: PresetInfo): Options {
  const changed = Object.entries(completeOptions(info, preset)).filter(([name, value]) => value !== info.options[name]);
  return Object.fromEntries(changed);
}
