import { pathTo } from '#shared/access/routes.ts'
import { useMe } from '../../api/session-store.ts'
import { Page } from '../../ui/page.tsx'
import { ToolGallery } from './tool-gallery.tsx'

/** The outside tools of one's own company. */
export default function IntegrationsPage() {
  const { companyId } = useMe()
  return (
    <Page
      title="Integrations"
      description="Connect the tools that you work with. Each campaign then says which of them its leads go to."
    >
      <ToolGallery companyId={companyId} linkTo={(slug) => `${pathTo('integrations')}/${slug}`} />
    </Page>
  )
}
