export type PlannedRange = 'whole' | 'unsatisfiable' | { start: number; end: number }

/**
 * Bytes that a Range header asks for, both ends included. Like S3: one range only, and what is not
 * understood (several ranges, another unit, end before start) gives the whole object.
 */
export function planRange(header: string | undefined, size: number): PlannedRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}
