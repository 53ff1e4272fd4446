import Foundation

/// What may stand at a path where a file is to be written, beside a regular file.
public enum FileNode: String, CaseIterable, Sendable {
    case folder, linkToFile, linkToFolder, linkToDevice, linkToNothing, pipe, socket, device

    /// Those that this user can make.
    public static var here: [FileNode] {
        // Only the administrator makes a device, and so it is tested in continuous integration, where tests run in a container.
        geteuid() == 0 ? allCases : allCases.filter { $0 != .device }
    }

    /// Makes it; what a link leads to is made beside it.
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

    /// Whether it is there as it was made, and what a link leads to is, too.
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

    /// The names that it and its target have.
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
