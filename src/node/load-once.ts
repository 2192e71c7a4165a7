import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** How many files are opened at once where a module is loaded. */
const FILES_AT_ONCE = 16

/**
 * Loads something when it is first needed. After a failure, the next use tries again. Node does not: a module that it
 * could not read once, for lack of file descriptors, fails for ever. So nothing is imported while there are none.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  const tryToLoad = async (): Promise<Loaded> => {
    try {
      checkDescriptors()
      return await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return () => (loading ??= Promise.resolve().then(tryToLoad))
}

/** @throws {Error} of Node, if no more files can be opened */
function checkDescriptors(): void {
  const files: number[] = []
  try {
    while (files.length < FILES_AT_ONCE) files.push(openSync(devNull, 'r'))
  } finally {
    for (const file of files) closeSync(file)
  }
}
