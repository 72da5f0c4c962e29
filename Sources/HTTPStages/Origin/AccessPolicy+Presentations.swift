import HTTPServer

extension AccessPolicy {
    /// Access to presentations, their keys and pages. `signingKey` signs their URLs; empty if they are not signed.
    init(presentationsFor pages: String = "*", token: String, signingKey: String) {
        self.init(pages: pages, token: token, signing: signingKey.isEmpty ? nil : SigningKey(signingKey))
        publicPaths = ["/\(OriginPage.scriptName)"]
        acceptsPost = { KeyPath.isLicence($0) }
    }
}
