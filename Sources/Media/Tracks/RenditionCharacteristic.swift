/// Uniform type identifiers of renditions (RFC 8216bis 4.4.6.1), as AVFoundation names them.
package enum RenditionCharacteristic {
    package static let describesVideo = "public.accessibility.describes-video"
    package static let transcribesDialog = "public.accessibility.transcribes-spoken-dialog"
    package static let describesSound = "public.accessibility.describes-music-and-sound"
    package static let enhancesSpeech = "public.accessibility.enhances-speech-intelligibility"
    package static let auxiliaryContent = "public.auxiliary-content"
    package static let originalContent = "public.original-content"
    package static let dubbed = "public.translation.dubbed"
    /// Subtitles for the deaf and hard of hearing have both.
    package static let transcriptions = [transcribesDialog, describesSound]
}
