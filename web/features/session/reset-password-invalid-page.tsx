import { Anchor, Button, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { VisitorCard } from './visitor-card.tsx'

const sentences: Record<string, string> = {
  invalid: 'This link is not valid. It may have been cut off on its way.',
  expired: 'This link is too old: it works for 30 minutes.',
  used: 'This link was used before: it works once.',
}

export default function ResetPasswordInvalidPage() {
  const reason = new URLSearchParams(useLocation().search).get('reason') || 'invalid'
  const known = Object.hasOwn(sentences, reason) ? reason : 'invalid'
  return (
    <VisitorCard title="This link does not work" intro={sentences[known]}>
      <Text size="sm" c="dimmed">
        Reason: {known}
      </Text>
      <Button component={Link} to="/forgot-password" size="md" fullWidth>
        Send a new link
      </Button>
      <Anchor component={Link} to="/login" size="sm">
        Back to log in
      </Anchor>
    </VisitorCard>
  )
}
