import { List, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { findLineRoute, pathTo } from '#shared/access/routes.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

type Home = Output<'account.home'>
type Attention = Home['attention'][number]
type Kind = Attention['kind']
type Step = Home['steps'][number]['step']

const stepWords: Record<Step, string> = {
  card: 'Save a card',
  account: 'Connect a payment account',
  logo: 'Set your logo',
  domain: 'Set your own domain',
  client: 'Add your first client',
  campaign: 'Make your first campaign',
  pixel: 'Put the pixel on a website',
}

const titles: Record<Kind, (of: Attention) => string> = {
  payment_failed: () => 'A payment failed',
  card_expires: ({ name }) => `The card ${name} expires`,
  account: () => 'Stripe asks for something',
  domain: ({ name }) => `${name} does not serve yet`,
  invitations: ({ total, name }) =>
    total === 1 ? `${name} has not accepted the invitation` : `${total} clients have not accepted their invitation`,
  pixel_missing: ({ name }) => `The pixel of ${name} was not seen yet`,
  pixel_silent: ({ name }) => `The pixel of ${name} is silent`,
  tool: ({ name }) => `${name} is not connected any more`,
}

const settings = (tab: string) => `${pathTo('generalSetting')}?tab=${tab}`

/** What waits for the person in their company, each with the place where it is mended. */
export function HomePanel() {
  const { sideMenu } = useTenant()
  const { data } = useCall('account.home', {})
  const campaigns = findLineRoute(sideMenu, 'lineCampaignManagement', 'local')?.path ?? pathTo('campaign')
  const card = pathTo('cardSetting')
  const clients = pathTo('clientManagement')
  const stepPaths: Record<Step, string> = {
    card,
    account: settings('payment'),
    logo: settings('branding'),
    domain: settings('domain'),
    client: clients,
    campaign: pathTo('campaignSetup'),
    pixel: campaigns,
  }
  const ofCampaign = ({ campaignNumber }: Attention) => `${campaigns}?q=${campaignNumber}`
  const mendPaths: Record<Kind, (of: Attention) => string> = {
    payment_failed: () => card,
    card_expires: () => card,
    account: () => settings('payment'),
    domain: () => settings('domain'),
    invitations: () => clients,
    pixel_missing: ofCampaign,
    pixel_silent: ofCampaign,
    tool: () => pathTo('integrations'),
  }
  // The figures below do not wait for it, and stand without it.
  if (!data || (data.attention.length === 0 && data.steps.length === 0)) return null
  const { attention, steps } = data
  const done = steps.filter((step) => step.done).length
  return (
    <SimpleGrid cols={{ base: 1, md: attention.length > 0 && steps.length > 0 ? 2 : 1 }} mb="md">
      {attention.length > 0 && (
        <Paper p="md" withBorder component="section" aria-labelledby="home-attention">
          <Title order={2} size="h4" mb="xs" id="home-attention">
            Needs attention
          </Title>
          <List spacing="xs" listStyleType="none" withPadding={false}>
            {attention.map((one) => (
              <List.Item key={`${one.kind} ${one.campaignNumber} ${one.name}`}>
                <Text component={Link} to={mendPaths[one.kind](one)} size="sm" fw={500} dir="auto" td="underline">
                  {titles[one.kind](one)}
                </Text>
                {(one.reasons.length > 0 || one.at) && (
                  <Text size="xs" c="dimmed">
                    {one.reasons.join(' · ')} {one.at && <RelativeTime at={one.at} />}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </Paper>
      )}
      {steps.length > 0 && (
        <Paper p="md" withBorder component="section" aria-labelledby="home-steps">
          <Title order={2} size="h4" mb="xs" id="home-steps">
            Set up: {done} of {steps.length} done
          </Title>
          <List spacing="xs" listStyleType="none" withPadding={false}>
            {steps.map(({ step, done: isDone }) => (
              <List.Item key={step}>
                {isDone ? (
                  <Text size="sm" c="dimmed">
                    ✓ {stepWords[step]} (done)
                  </Text>
                ) : (
                  <Text component={Link} to={stepPaths[step]} size="sm" fw={500} td="underline">
                    {stepWords[step]}
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </Paper>
      )}
    </SimpleGrid>
  )
}
