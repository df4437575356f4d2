#include "engine/network_session_on.h"

namespace afterstate {

using Board2x4 = BasicBoard<2, 4>;

template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x4, ValueWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x4, CoherenceWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x4, AutostepWeight>&, SpawnLaw);

}  // namespace afterstate
