import { useEffect, useState } from 'react'
import { send } from './client.ts'
import type { Input } from './terms.ts'

export type Estimate = {
  status: 'idle' | 'asking' | 'known' | 'failed'
  /** People of the last 7 days; null as long as nobody knows. */
  people: number | null
}

const WAIT_MS = 600
const nothing: Estimate = { status: 'idle', people: null }

/**
 * How many people a campaign could find, asked once nobody has changed anything for a moment. `null` as input asks nothing.
 * The former figure stays while the next one is on its way; one that comes too late is dropped.
 */
export function useEstimate(input: Input<'keywords.estimate'> | null): Estimate {
  const [estimate, setEstimate] = useState(nothing)
  const question = input && JSON.stringify(input)
  useEffect(() => {
    if (!question) {
      setEstimate(nothing)
      return
    }
    const late = new AbortController()
    setEstimate(({ people }) => ({ status: 'asking', people }))
    const timer = setTimeout(() => {
      // @NOTE it was written two lines above.
      const asked = JSON.parse(question) as Input<'keywords.estimate'>
      send('keywords.estimate', asked, { signal: late.signal }).then(
        ({ people }) => late.signal.aborted || setEstimate({ status: 'known', people }),
        () => late.signal.aborted || setEstimate({ status: 'failed', people: null }),
      )
    }, WAIT_MS)
    return () => {
      late.abort()
      clearTimeout(timer)
    }
  }, [question])
  return estimate
}
