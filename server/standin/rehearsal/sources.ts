import { call, type Call } from './intent.ts';

/** Questions that one tool answers, and how they are asked. The order matters: the first that fits wins. */
const questions: readonly [RegExp, Call][] = [
  [
    /\bwhere (?:am i|are we|i am|we are)\b|\b(?:my|our|current) (?:current |exact )?(?:location|position|coordinates|whereabouts)\b|^(?:locate|find) me\b|\bgeolocation\b/i,
    call('geolocation_get'),
  ],
  [/\bclipboard\b|\bwhat (?:did|have) i (?:just )?cop(?:y|ied)\b|^paste\b/i, call('clipboard_read')],
  [/\bbattery\b|\bcharging\b|\b(?:power|charge) (?:is )?left\b/i, call('device_status', {}, 'battery')],
  [
    /\b(?:network|internet|wi-?fi|my connection|connection speed|bandwidth)\b|\b(?:am i|are we) (?:on|off)line\b/i,
    call('device_status', {}, 'network'),
  ],
  [/\btime ?zone\b/i, call('device_context', {}, 'zone')],
  [
    /\bwhat time (?:is it|it is)\b|\b(?:the|current|local|my) (?:current |local )?time\b(?! table)|\b(?:what(?:'s| is) the|today's|the current|tell me the) date\b|\bwhat (?:day|date) is (?:it|today)\b/i,
    call('device_context', {}, 'time'),
  ],
  [
    /\b(?:my|the|this) (?:screen|display|monitor|viewport|window)(?: size| resolution)?\b|\b(?:screen|display) (?:size|resolution)\b|\bhow (?:big|large|wide) is (?:my|the) (?:screen|window|display)\b/i,
    call('device_context', {}, 'screen'),
  ],
  [
    /\b(?:my|browser) (?:language|locale)\b|\b(?:what|which) language (?:do i|is my|does my)\b/i,
    call('device_context', {}, 'language'),
  ],
  [/\bdark mode\b|\bcolou?r scheme\b|\bmy (?:display )?preferences\b/i, call('device_context', {}, 'display')],
  [/\b(?:my|this|the) (?:device|browser|computer|phone)\b/i, call('device_context', {}, 'all')],
];

/** The call that answers a question about here and now. */
export function sourceOf(text: string): Call | undefined {
  return questions.find(([pattern]) => pattern.test(text))?.[1];
}
