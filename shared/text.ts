/** The beginning of a text, which never ends in half a sign: some letters take two units. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Zip codes as people type or paste them, one to a line: commas and blanks end a line, other signs are dropped, empty lines collapse. */
export function normaliseZipText(text: string): string {
  return text
    .replace(/[,\s]+/g, '\n')
    .replace(/[^\d\n]/g, '')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n/, '')
}

/** The zip codes of a text, each once and in the order given. */
export function zipsIn(text: string): string[] {
  return [...new Set(normaliseZipText(text).split('\n').filter(Boolean))]
}

/** Tags without blank entries, trimmed, each once whatever its case. */
export function cleanTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags
    .map((tag) => tag.trim())
    .filter((tag) => {
      const key = tag.toLowerCase()
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
}
