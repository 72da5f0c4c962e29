package import Media

/// The types of boxes that contain only boxes or media. Boxes with fields declare their type themselves.
extension FourCC {
    package static let dinf: FourCC = "dinf"
    package static let edts: FourCC = "edts"
    package static let free: FourCC = "free"
    package static let gmhd: FourCC = "gmhd"
    package static let ilst: FourCC = "ilst"
    package static let mdat: FourCC = "mdat"
    package static let mdia: FourCC = "mdia"
    package static let meco: FourCC = "meco"
    package static let meta: FourCC = "meta"
    package static let mfra: FourCC = "mfra"
    package static let minf: FourCC = "minf"
    package static let moof: FourCC = "moof"
    package static let moov: FourCC = "moov"
    package static let mvex: FourCC = "mvex"
    package static let schi: FourCC = "schi"
    package static let sinf: FourCC = "sinf"
    package static let stbl: FourCC = "stbl"
    package static let traf: FourCC = "traf"
    package static let trak: FourCC = "trak"
    package static let tref: FourCC = "tref"
    package static let udta: FourCC = "udta"
    package static let wave: FourCC = "wave"

    /// The types whose content is only boxes, with or without known types.
    static let containers: Set<FourCC> = [
        .moov, .trak, .mdia, .minf, .stbl, .dinf, .edts, .mvex, .moof, .traf, .mfra, .udta, .sinf, .schi, .wave, .gmhd,
        .tref, .meco,
    ]
}
