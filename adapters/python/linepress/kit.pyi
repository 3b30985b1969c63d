# SPDX-License-Identifier: Apache-2.0
from typing import Dict, List, Optional, Tuple, Union

class Case:
    inputs: Dict[str, Union[int, bytes]]
    outputs: Dict[str, Union[int, bytes]]

def fields(unit: str, **parameters: int) -> List[Tuple[str, str, bool]]: ...
def cases(unit: str, seed: int = 1, level: int = 1, count: Optional[int] = None,
          **parameters: int) -> List[Case]: ...
