//! What boards are made of: gradients, a texture and shadows, which all drawings of a document share. A page holds them once;
//! [`whole`] puts them into a drawing that stands alone. A page gives them its own colours (`tableau/assets/boards.css`).

/// The definitions that drawings refer to, by the names `m-...`.
pub const DEFINITIONS: &str = r##"<defs>
<linearGradient id="m-wood" x2="0" y2="1"><stop class="wood-a" stop-color="#e6c594"/><stop class="wood-b" offset="1" stop-color="#c99a5e"/></linearGradient>
<linearGradient id="m-pit" x2="0" y2="1"><stop class="pit-a" stop-color="#c0925a"/><stop class="pit-b" offset="1" stop-color="#dcb884"/></linearGradient>
<linearGradient id="m-floor" x2="0" y2="1"><stop class="floor-a" stop-color="#fbf6ea"/><stop class="floor-b" offset="1" stop-color="#efe6d2"/></linearGradient>
<linearGradient id="m-stone" x2="0" y2="1"><stop class="stone-a" stop-color="#777c84"/><stop class="stone-b" offset="1" stop-color="#565b63"/></linearGradient>
<radialGradient id="m-disc0" cx=".4" cy=".3" r=".75"><stop stop-color="#fffefb"/><stop offset="1" stop-color="#dfd5bf"/></radialGradient>
<radialGradient id="m-disc1" cx=".4" cy=".3" r=".75"><stop stop-color="#5d646d"/><stop offset="1" stop-color="#1d2023"/></radialGradient>
<radialGradient id="m-s0" cx=".4" cy=".3" r=".8"><stop class="s0-a" stop-color="#3fa9e6"/><stop class="s0-b" offset="1" stop-color="#00619a"/></radialGradient>
<radialGradient id="m-s1" cx=".4" cy=".3" r=".8"><stop class="s1-a" stop-color="#ff9247"/><stop class="s1-b" offset="1" stop-color="#bb4f00"/></radialGradient>
<radialGradient id="m-gold" cx=".4" cy=".3" r=".8"><stop stop-color="#ffe7a1"/><stop offset=".6" stop-color="#e69f00"/><stop offset="1" stop-color="#b87a00"/></radialGradient>
<radialGradient id="m-glow"><stop class="mark" stop-color="#7a3e9d" stop-opacity=".1"/><stop class="mark" offset="1" stop-color="#7a3e9d" stop-opacity=".5"/></radialGradient>
<radialGradient id="m-shadow"><stop offset=".6" stop-opacity=".45"/><stop offset="1" stop-opacity="0"/></radialGradient>
<pattern id="m-tile" width="20" height="20" patternUnits="userSpaceOnUse"><path d="M0 20V0H20V1.6H1.6V20z" fill="#fff" fill-opacity=".3"/><path d="M20 0V20H0V18.4H18.4V0z" fill-opacity=".2"/></pattern>
<pattern id="m-bricks" width="20" height="40" patternUnits="userSpaceOnUse"><path d="M0 20V0H20V1.6H1.6V20zM10 40V20H20V21.6H11.6V40zM0 20H10V21.6H0z" fill="#fff" fill-opacity=".3"/><path d="M20 0V20H0V18.4H18.4V0zM10 20V40H0V38.4H8.4V20zM20 40H10V38.4H20z" fill-opacity=".2"/></pattern>
<filter id="m-raise" x="-.1" y="-.1" width="1.2" height="1.25"><feDropShadow dx="0" dy="1.4" stdDeviation=".9" flood-opacity=".4"/></filter>
<filter id="m-sink" x="0" y="0" width="1" height="1"><feOffset in="SourceAlpha" dy="5" result="down"/><feComposite in="SourceAlpha" in2="down" operator="out"/><feGaussianBlur stdDeviation="2.5"/><feComposite in2="SourceAlpha" operator="in" result="rim"/><feFlood flood-opacity=".5"/><feComposite in2="rim" operator="in" result="shade"/><feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="shade"/></feMerge></filter>
<filter id="m-block" x="-.05" y="-.05" width="1.1" height="1.15"><feFlood class="block" flood-color="#33363b"/><feComposite in2="SourceAlpha" operator="in"/><feOffset dy="3.5" result="side"/><feMerge result="block"><feMergeNode in="side"/><feMergeNode in="SourceGraphic"/></feMerge><feDropShadow dx="0" dy="1.5" stdDeviation="1.2" flood-opacity=".4"/></filter>
</defs>
"##;

/// A drawing as a document of its own, with the materials that it refers to.
pub fn whole(drawing: &str) -> String {
    match drawing.split_once('\n') {
        Some((root, rest)) => format!("{root}\n{DEFINITIONS}{rest}"),
        None => drawing.to_owned(),
    }
}
