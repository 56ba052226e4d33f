import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

const SKELETON_ROWS = 3

type Props = { rows?: number; height?: number; label?: string }

/** Lines in the place of text that is on its way; the last one is shorter, as in a paragraph. */
export function SkeletonLines({ rows = SKELETON_ROWS, height = 12, label = 'Loading' }: Props) {
  return (
    <Stack gap="sm" aria-busy>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => index).map((row) => (
        <Skeleton key={row} height={height} width={row === rows - 1 && rows > 1 ? '60%' : '100%'} data-skeleton-row />
      ))}
    </Stack>
  )
}
