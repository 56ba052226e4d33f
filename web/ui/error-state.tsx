import { Button, Stack, Text, Title } from '@mantine/core'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import type { ReactNode } from 'react'
import classes from './state.module.css'

type Props = {
  /** What failed. */
  title: string
  /** Nothing else stands on the page. */
  isPage?: boolean
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
}

/** Stands where the data would be, and leaves the rest of the page alone. */
export function ErrorState({
  title,
  isPage = false,
  children,
  onRetry,
  retrying = false,
  retryLabel = 'Try again',
}: Props) {
  return (
    <Stack className={classes.state} gap="xs" role="alert">
      {isPage ? (
        <Title order={1} size="h3">
          {title}
        </Title>
      ) : (
        <Text className={classes.title}>{title}</Text>
      )}
      {children && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {onRetry && (
        <Button variant="default" mt="xs" loading={retrying} leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Stack>
  )
}
