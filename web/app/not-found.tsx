import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { notFoundText } from '#shared/access/guard.ts'
import { homepage } from '#shared/access/landing.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import classes from './message-page.module.css'

export function NotFound({ viewer }: { viewer: Viewer | null }) {
  return (
    <Stack className={classes.page} gap="sm">
      <Title order={1}>Page not found</Title>
      <Text>{notFoundText(viewer)}</Text>
      <Button component={Link} to={homepage(viewer)} mt="sm">
        Go to Homepage
      </Button>
    </Stack>
  )
}
