import { Button, Stack, Text, Title } from '@mantine/core'
import { ApiError } from '../api/api-error.ts'
import classes from './message-page.module.css'

const fallback = 'Please try again later or contact the administrator.'

/** Only sentences that the server wrote for people are shown: other messages speak of the inside. */
const detailOf = (error: unknown) => (error instanceof ApiError && error.message) || fallback

export function ErrorPage({ error, onRetry = () => location.reload() }: { error: unknown; onRetry?: () => void }) {
  return (
    <Stack className={classes.page} gap="sm" role="alert">
      <Title order={1}>Something Went Wrong</Title>
      <Text>We're sorry, an error occurred while loading the page.</Text>
      <Text c="dimmed">{detailOf(error)}</Text>
      <Button mt="sm" onClick={onRetry}>
        Retry
      </Button>
    </Stack>
  )
}
