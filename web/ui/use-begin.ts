import { useState } from 'react'

/**
 * Begins a form anew when what is kept of it is another than before: old figures that stay in its fields would be written
 * back. The same answer once more changes nothing, so that what somebody types meanwhile stays.
 */
export function useBegin(kept: unknown, begin: () => void) {
  const text = JSON.stringify(kept)
  const [seen, setSeen] = useState(text)
  if (seen === text) return
  setSeen(text)
  begin()
}
