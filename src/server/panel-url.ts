/** The panel's address, ready to open: its fragment carries the token that the control API asks for, if it does. */
export function panelUrlOf(origin: string, controlToken: string | undefined): string {
  return controlToken === undefined ? `${origin}/` : `${origin}/#token=${encodeURIComponent(controlToken)}`
}

/** Where the panel shows a sandbox. The token is not in it: whoever is handed the link may not be meant to have it. */
export function sandboxUrlOf(origin: string, sandboxName: string): string {
  return sandboxName === 'main' ? `${origin}/` : `${origin}/?sandbox=${encodeURIComponent(sandboxName)}`
}
