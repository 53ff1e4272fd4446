import Foundation
import Mimeograph
public import MimeographForm

extension ClientDescription {
    /// The description of this process: its name and version, the system, and the languages of its user.
    ///
    /// On Apple platforms the name and version come from the main bundle, and the languages from the system's settings. Elsewhere
    /// the name is the file name of the program, and the languages come from the environment.
    ///
    /// ```swift
    /// let serializer = HTTPRequestSerializer(client: .current)
    /// ```
    public static var current: ClientDescription {
        #if canImport(Darwin)
            let bundle = Bundle.main
            let name = bundle.object(forInfoDictionaryKey: "CFBundleExecutable") as? String ?? bundle.bundleIdentifier
            let version =
                bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
                ?? bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
            let system = ProcessInfo.processInfo.operatingSystemVersion
            let number = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
            return ClientDescription(
                name: name ?? programName,
                version: version,
                system: platform.enumerated().map { $0.offset == 0 ? "\($0.element) \(number)" : $0.element },
                languages: Locale.preferredLanguages
            )
        #else
            return ClientDescription(environment: ProcessInfo.processInfo.environment)
        #endif
    }
}

extension HTTPRequestSerializer {
    /// A serializer for a program's own requests. User-Agent names the program, and Accept-Language lists the user's preferred
    /// languages.
    ///
    /// ```swift
    /// var serializer = HTTPRequestSerializer.forThisProcess
    /// serializer.fields["Accept-Language"] // de-AT;q=1 if LANG is de_AT.UTF-8
    /// ```
    /// `HTTPRequestSerializer()` sets no languages, because the core does not read the environment.
    public static var forThisProcess: HTTPRequestSerializer { HTTPRequestSerializer(client: .current) }
}
