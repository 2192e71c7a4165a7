/** A runtime; all of them install from npm. */
export interface Platform {
  readonly name: string
  /** The package that brings it, and the command in that package. */
  readonly install: string
  readonly command: string
  /** What stands before the program on its command line. */
  readonly args: readonly string[]
}

/** The lowest Node that the package promises, the newest of each line since, and what is not Node. */
export const PLATFORMS: readonly Platform[] = [
  { name: 'Node 20', install: 'node@20.19.0', command: 'node', args: [] },
  { name: 'Node 22', install: 'node@22', command: 'node', args: [] },
  { name: 'Node 24', install: 'node@24', command: 'node', args: [] },
  { name: 'Node 26', install: 'node@26', command: 'node', args: [] },
  { name: 'Bun', install: 'bun', command: 'bun', args: ['run'] },
  { name: 'Deno', install: 'deno', command: 'deno', args: ['run', '--allow-all', '--quiet'] },
]

/** Versions of the optional peers, by the names of their packages. */
export type Peers = Readonly<Record<'msw' | '@pact-foundation/pact' | '@stoplight/prism-http', string>>

/** Both ends of the ranges in package.json, and between them what most have. */
export const PEERS: readonly Peers[] = [
  { msw: '2.10.0', '@pact-foundation/pact': '16.5.0', '@stoplight/prism-http': '5.12.0' },
  { msw: '2.15.0', '@pact-foundation/pact': '16.5.0', '@stoplight/prism-http': '5.15.11' },
  { msw: '^3.0.0', '@pact-foundation/pact': '^17.0.0', '@stoplight/prism-http': '^5.16.0' },
]

/** Facts that cannot hold on some platforms with some versions of msw, and why. */
export interface Exception {
  readonly platforms: readonly string[]
  readonly msw: RegExp
  readonly facts: RegExp
  readonly reason: string
}

/** If one of these facts holds after all, that is reported: the list stays true. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    platforms: ['Bun', 'Deno'],
    msw: /^3\./,
    facts: / through setupServer of msw /,
    reason:
      'msw 3 waits at the sockets of Node, where no fetch of Bun or Deno comes by: no handler is reached, whoever made it',
  },
]
