import { useEffect, useRef, useState } from 'react'

/** So many are asked for at once. */
const ABREAST = 4

/** What is known of the rows of a choice by their keys, as one answer after the other comes. */
export function useLookedUp<Row, Known>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  look: (row: Row) => Promise<Known>,
): ReadonlyMap<string, Known> {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map())
  // What was chosen when the dialog opened; a list that is loaded anew behind it asks for nothing again.
  const chosen = useRef({ rows, keyOf, look })
  useEffect(() => {
    let isGone = false
    const { rows, keyOf, look } = chosen.current
    const waiting = [...rows]
    const work = async () => {
      for (let row = waiting.shift(); row !== undefined && !isGone; row = waiting.shift()) {
        const key = keyOf(row)
        const found = await look(row)
        if (!isGone) setKnown((before) => new Map(before).set(key, found))
      }
    }
    for (let i = 0; i < ABREAST; i++) void work()
    return () => {
      isGone = true
    }
  }, [])
  return known
}
