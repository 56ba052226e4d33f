import { Button, Group, Paper } from '@mantine/core'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { useMay } from '../../api/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { BannerFields } from './banner-fields.tsx'
import { useBannerForm } from './use-banner-form.ts'

/** A new banner: its image, where it leads, and what it is called. */
export default function BannerCreatePage() {
  const may = useMay()
  return (
    <Page
      kind="form"
      title="New banner"
      description="An image that leads to your page, ready to be shown on the pages of others."
      trail={[{ label: 'Banners', to: pathTo('bannerList') }]}
    >
      {may('banner:update', 'POST') ? (
        <NewBanner />
      ) : (
        <Paper>
          <EmptyState title="Your role makes no banners" drawing="files">
            Ask an administrator of your company to allow you to create in Ads Design.
          </EmptyState>
        </Paper>
      )}
    </Page>
  )
}

function NewBanner() {
  const { companyId } = useMe()
  const navigate = useNavigate()
  const form = useBannerForm(companyId, undefined, () => {
    settle()
    navigate(pathTo('bannerList'))
  })
  const settle = useLeaveGuard(form.isDirty)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <Paper component="form" noValidate onSubmit={save} p="lg">
      <BannerFields companyId={companyId} values={form.values} faults={form.faults} onChange={form.change} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => navigate(pathTo('bannerList'))}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Create banner
        </Button>
      </Group>
    </Paper>
  )
}
