const MAX_TEXTS = 1000
const MAX_LENGTH = 300

/**
 * Remembers what a function makes of a text, where that depends on nothing else: many requests are alike. It keeps a
 * bounded number of short texts, and starts anew when there are more.
 */
export function remember<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    const value = make(text)
    if (text.length > MAX_LENGTH) return value
    if (made.size === MAX_TEXTS) made.clear()
    made.set(text, value)
    return value
  }
}
