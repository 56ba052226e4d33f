import { ErrorState } from './error-state.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'

type Props = {
  of: { data: unknown; failure: string | undefined; isValidating: boolean; reload: () => unknown }
  /** What is to be said where it does not come. */
  title: string
  rows?: number
  height?: number
}

/** Stands where an answer is not there yet: lines while it is on its way, and why it did not come. */
export function NotYet({ of: { data, failure, isValidating, reload }, title, ...lines }: Props) {
  if (data !== undefined) return null
  if (failure === undefined) return <SkeletonLines {...lines} />
  return (
    <ErrorState title={title} onRetry={() => void reload()} retrying={isValidating}>
      {failure}
    </ErrorState>
  )
}
