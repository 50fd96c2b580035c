import { illustrationColors as art, colors } from '#web/core/theme.ts'
import styles from './login.module.css'
/** An eye before a vision chart; drawn here so that the page needs no picture file. */
export function Illustration() {
  return (
    <svg className={styles.loginArt} viewBox="0 0 560 420" role="presentation" aria-hidden="true">
      <defs>
        <linearGradient id="art-iris" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={art.irisLight} />
          <stop offset="1" stopColor={colors.brand} />
        </linearGradient>
        <linearGradient id="art-lid" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={colors.surface} />
          <stop offset="1" stopColor={art.scleraShade} />
        </linearGradient>
        <radialGradient id="art-glow">
          <stop offset="0" stopColor={art.glow} stopOpacity="0.9" />
          <stop offset="1" stopColor={art.glow} stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="280" cy="214" r="204" fill="url(#art-glow)" />
      <g fill="none" stroke={art.orbit} strokeDasharray="3 9" strokeLinecap="round">
        <circle cx="280" cy="214" r="168" strokeWidth="2" />
        <circle cx="280" cy="214" r="196" strokeWidth="1.5" opacity="0.6" />
      </g>
      <Chart />
      <Trend />
      <path
        d="M92 232c52-78 116-118 188-118s136 40 188 118c-52 74-116 112-188 112S144 306 92 232z"
        fill={colors.brandDeep}
        opacity="0.08"
        transform="translate(0 12)"
      />
      <path
        d="M92 226c52-78 116-118 188-118s136 40 188 118c-52 74-116 112-188 112S144 300 92 226z"
        fill="url(#art-lid)"
      />
      <path
        d="M92 226c52-78 116-118 188-118s136 40 188 118"
        fill="none"
        stroke={art.lash}
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path
        d="M468 226c-52 74-116 112-188 112S144 300 92 226"
        fill="none"
        stroke={art.rim}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="280" cy="222" r="92" fill="url(#art-iris)" />
      <circle
        cx="280"
        cy="222"
        r="92"
        fill="none"
        stroke={colors.surface}
        strokeOpacity="0.35"
        strokeWidth="2"
      />
      <g stroke={colors.surface} strokeOpacity="0.22" strokeWidth="3" strokeLinecap="round">
        {RAYS.map((angle) => (
          <path key={angle} d="M280 154v22" transform={`rotate(${angle} 280 222)`} />
        ))}
      </g>
      <circle cx="280" cy="222" r="44" fill={colors.brandDeep} />
      <circle cx="304" cy="196" r="17" fill={colors.surface} opacity="0.95" />
      <circle cx="258" cy="244" r="8" fill={colors.surface} opacity="0.5" />
      <g stroke={art.lash} strokeWidth="6" strokeLinecap="round">
        <path d="m168 128-20-26" />
        <path d="m220 100-11-31" />
        <path d="m280 92v-33" />
        <path d="m340 100 11-31" />
        <path d="m392 128 20-26" />
      </g>
    </svg>
  )
}

const RAYS = Array.from({ length: 24 }, (_, index) => index * 15)

/** Tumbling E in the steps of a vision chart. */
function Chart() {
  return (
    <g transform="translate(412 28) rotate(6)">
      <rect width="124" height="152" rx="14" fill={colors.surface} stroke={art.card} />
      <g fill="none" stroke={colors.brand} strokeLinecap="square">
        <path d="M76 22H48v36h28M48 40h24" strokeWidth="8" />
        <path d="M32 78v20h18V78M41 78v16" strokeWidth="5" />
        <path d="M74 98V78h18v20M83 98V82" strokeWidth="5" />
        <path d="M28 118h12v14H28M40 125H30" strokeWidth="3" />
        <path d="M68 118H56v14h12M56 125h10" strokeWidth="3" />
        <path d="M84 132v-14h12v14M90 132v-12" strokeWidth="3" />
      </g>
    </g>
  )
}

function Trend() {
  return (
    <g transform="translate(20 296) rotate(-4)">
      <rect width="142" height="92" rx="14" fill={colors.surface} stroke={art.card} />
      <path
        d="M18 66c16-6 22-26 38-24s20 14 34 8 18-22 34-26"
        fill="none"
        stroke={colors.mint}
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="124" cy="24" r="6" fill={colors.brand} />
      <path d="M18 78h106" stroke={art.card} strokeWidth="2" />
    </g>
  )
}
