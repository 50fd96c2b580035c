import type { Config } from './config.ts'

/** Without a provider no code can be sent, except in the demo, which shows it in its log. */
export const sendsSms = ({ SMS_PROVIDER, mode }: Pick<Config, 'SMS_PROVIDER' | 'mode'>): boolean =>
  SMS_PROVIDER !== '' || mode === 'demo'
