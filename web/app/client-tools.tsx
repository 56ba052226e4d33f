import { CompanyTools } from '../features/integrations/company-tools.tsx'
import { toolParts } from './tool-parts.tsx'

/** The tools of a client on its page. */
export function ClientTools({ companyId }: { companyId: string }) {
  return <CompanyTools companyId={companyId} parts={toolParts} />
}
