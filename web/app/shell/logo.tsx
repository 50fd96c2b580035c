/** The eye of the platform; decoration only. */
export function Logo({ size }: { size: number }) {
  return <img src="/favicon.svg" width={size} height={size} alt="" />
}
