import type { ToolFault } from '../../gateways/integrations/tool.ts'

/** What people read where a tool that they asked something of did not do it. */
export const describeFault = (name: string, { end, message }: ToolFault): string =>
  `${name} ${end === 'retry' ? 'could not be asked' : 'refused this'}: ${message}`
