import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { isToolSlug } from '#shared/integrations/slugs.ts'
import { useCall } from '../../api/use-call.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { PageBody } from '../../ui/page.tsx'
import { OwnPlace } from '../../ui/place.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { ToolGallery } from './tool-gallery.tsx'
import { type ToolParts, ToolView } from './tool-view.tsx'

type Props = { companyId: string; parts: ToolParts }

/** The tools of a client, for the people of its agency: all of them, or the one that the address names. */
export function CompanyTools({ companyId, parts }: Props) {
  const { read } = useAddress()
  const { pathname } = useLocation()
  const named = read('tool')
  const all = `${pathname}?tab=integrations`
  const slug = isToolSlug(named) ? named : undefined
  const found = useCall('integrations.tool', slug ? { companyId, integrationId: slug } : null)
  const { data, reload } = found
  if (!slug)
    return (
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The client’s own tools. Campaigns of a client that has not connected a tool may go by those of its agency.
        </Text>
        <ToolGallery companyId={companyId} linkTo={(one) => `${all}&tool=${one}`} />
      </Stack>
    )
  const tool = data?.data
  return (
    <PageBody kind="form">
      <Stack gap="md">
        <Anchor component={Link} to={all} size="sm">
          All integrations of this client
        </Anchor>
        {tool && (
          <Title order={2} size="h3">
            {tool.name}
          </Title>
        )}
        {tool && (
          // The address takes it away, as it does a row.
          <OwnPlace key={tool.slug} kind="row">
            <ToolView tool={tool} companyId={companyId} parts={parts} onChange={() => void reload()} />
          </OwnPlace>
        )}
        <NotYet of={found} title="The integrations could not be loaded" rows={5} height={38} />
      </Stack>
    </PageBody>
  )
}
