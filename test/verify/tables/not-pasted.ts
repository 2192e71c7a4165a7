const COUNTS = 'It counts what came since it was started: more than anybody would paste.'

/** Broken providers whose fault the lines of a finding cannot show on a fresh one, and why. */
export const NOT_PASTED: Readonly<Record<string, string>> = {
  'trusts a connection on which the key was sent once': 'Each line of curl opens a connection of its own.',
  'compares the last three digits of ids': 'The ids of a fresh store are too short to be confused.',
  'lets everybody in after 100 requests': COUNTS,
  'refuses the right key after five wrong ones': COUNTS,
  'answers 403 after twenty wrong keys': COUNTS,
  'allows 20 cancels': COUNTS,
  'fails on every 40th list': COUNTS,
  'gives every 30th order the id of the one before': COUNTS,
  'takes every 60th wrong key': COUNTS,
}
