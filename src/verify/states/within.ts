/**
 * Waits for something, but not for ever.
 *
 * @throws {Error} if it takes longer
 */
export async function within<T>(timeoutMs: number, act: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not done within ${timeoutMs} ms (--states-timeout)`)), timeoutMs)
  })
  try {
    return await Promise.race([act(), late])
  } finally {
    clearTimeout(timer)
  }
}
