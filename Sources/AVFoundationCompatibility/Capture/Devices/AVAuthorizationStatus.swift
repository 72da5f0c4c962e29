/// The permission of a program to use devices of one media type.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked; never reported here.
    case notDetermined = 0
    /// The system denies access; never reported here.
    case restricted = 1
    /// The user of the process may not open the device files.
    case denied = 2
    /// The user of the process may open the device files.
    case authorized = 3
}
