extension AdminResource {
    /// The files of the console.
    package static var console: [AdminResource] {
        ConsolePage.files.map { AdminResource(path: $0.key, contentType: $0.value.contentType, text: $0.value.text) }
    }
}
