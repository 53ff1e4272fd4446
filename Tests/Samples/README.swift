// Bodies that the README assumes.

private let atom = Array("<feed/>".utf8)
private let picture: [UInt8] = []
