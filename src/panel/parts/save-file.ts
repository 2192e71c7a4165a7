/** Hands a text to the person as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text]))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it once this turn is over.
  setTimeout(() => URL.revokeObjectURL(url))
}
