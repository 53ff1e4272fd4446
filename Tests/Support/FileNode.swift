import Foundation

/// The kinds of node, besides a regular file, that may occupy the path of a file to write.
public enum FileNode: String, CaseIterable, Sendable {
    case folder, linkToFile, linkToFolder, linkToDevice, linkToNothing, pipe, socket, device

    /// The kinds that this user can create.
    public static var here: [FileNode] {
        // Only the administrator can create a device. Continuous integration tests it, because its tests run in a container.
        geteuid() == 0 ? allCases : allCases.filter { $0 != .device }
    }

    /// Creates the node, and also the target of a link.
    public func make(at path: String) throws {
        let files = FileManager.default
        func link(to target: String) throws {
            try files.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        // SAFETY: Swift hands over a C string that lives through the call.
        func node(_ mode: mode_t) throws {
            guard unsafe mknod(path, mode | 0o666, Self.nullDevice) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
            }
        }
        switch self {
        case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        case .linkToFile:
            try Data("old".utf8).write(to: URL(fileURLWithPath: "\(path).target"))
            try link(to: "\(path).target")
        case .linkToFolder:
            try files.createDirectory(atPath: "\(path).target", withIntermediateDirectories: false)
            try link(to: "\(path).target")
        case .linkToDevice: try link(to: "/dev/null")
        case .linkToNothing: try link(to: "\(path).target")
        case .pipe: try node(S_IFIFO)
        case .socket: try node(S_IFSOCK)
        case .device: try node(S_IFCHR)
        }
    }

    /// Whether the node and the target of a link are unchanged.
    public func isUntouched(at path: String) -> Bool {
        var status = stat()
        // SAFETY: the C string lives through the call, which fills a variable of the right type.
        guard unsafe lstat(path, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        switch self {
        case .folder: return kind == S_IFDIR
        case .linkToFile:
            return kind == S_IFLNK && FileManager.default.contents(atPath: "\(path).target") == Data("old".utf8)
        case .linkToFolder, .linkToDevice: return kind == S_IFLNK
        case .linkToNothing: return kind == S_IFLNK && !FileManager.default.fileExists(atPath: "\(path).target")
        case .pipe: return kind == S_IFIFO
        case .socket: return kind == S_IFSOCK
        case .device: return kind == S_IFCHR && status.st_rdev == Self.nullDevice
        }
    }

    /// The names of the node and its target.
    public func names(_ name: String) -> [String] {
        [.linkToFile, .linkToFolder].contains(self) ? [name, "\(name).target"] : [name]
    }

    #if os(Linux)
        /// The number of the device `/dev/null`: major 1, minor 3.
        private static let nullDevice: dev_t = 0x103
    #else
        private static let nullDevice: dev_t = 0x300_0002
    #endif
}
